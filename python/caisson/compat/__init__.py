"""Other packages' interfaces, served by Caisson."""
