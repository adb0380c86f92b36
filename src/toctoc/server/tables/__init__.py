"""Answer HTTP requests about tables, their records, their games and the devices at them."""
