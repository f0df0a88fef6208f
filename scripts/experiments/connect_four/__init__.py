"""The rows of scripts/experiments/connect-four."""
