"""Let people in: who they are, to which table they may, and what an address or a guest may cost the others."""
