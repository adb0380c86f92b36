"""Send the pages of the browser client, and say what their links lead to."""
