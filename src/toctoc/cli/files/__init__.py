"""Read and write the files and stores that commands are given."""
