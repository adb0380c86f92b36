"""Let bots think beside the event loop: decisions and hints, each in a lane of its own."""
