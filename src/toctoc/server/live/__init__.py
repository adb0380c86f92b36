"""Keep the live tables in memory: each with its connections and its clock. Changes are stored, then sent."""
