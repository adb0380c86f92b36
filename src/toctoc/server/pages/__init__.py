"""Send the pages of the browser client, with previews for their links."""
