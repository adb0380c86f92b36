# Thin over run.py, which works without make: python3 run.py test
# Arguments go in ARGS (make test ARGS="-k knock"), another Python in PYTHON (make test PYTHON=python3.12).
PYTHON ?= python3

.PHONY: help install play serve site test check test-night audit sbom docs bench strength train golden protocol screenshots lock clean

help:
	@$(PYTHON) run.py --help

install play serve site test check test-night audit sbom docs bench strength train golden protocol screenshots lock clean:
	@$(PYTHON) run.py $@ $(ARGS)
