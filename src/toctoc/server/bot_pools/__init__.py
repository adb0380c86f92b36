"""Run bots and other slow work in threads beside the event loop, with a fair queue before each pool."""
