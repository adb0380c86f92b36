"""Several nodes on one database: forward requests to the owner of a table, take over tables of dead nodes."""
