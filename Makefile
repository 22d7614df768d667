# make play                 sets everything up and plays; the second time it starts at once
# make play LANGUAGE=fr     in French, whatever the system speaks
# make test                 sets everything up and runs the tests
# make check                what a change must pass: lint, types, tests
# make docs                writes anew the pages that are made from the program itself
# make bench               measures everything anew, into docs/benchmarks.md
# make training            learns anew what is learned, from synthetic voices, an hour or more
# Options of the program or of pytest go into ARGS: make play ARGS=--tutor

.PHONY: play test check lint docs bench training clean

play:
	@sh scripts/python scripts/setup.py play $(ARGS)

test:
	@sh scripts/python scripts/setup.py test $(ARGS)

check: test lint

lint:
	@.venv/bin/python -m ruff check .
	@.venv/bin/python -m ruff format --check .
	@.venv/bin/python -m mypy

docs:
	@.venv/bin/python scripts/docs.py

bench:
	@.venv/bin/python -m tests.bench --page $(ARGS)

training:
	@.venv/bin/python -m models.training all --voices build/voices $(ARGS)

clean:
	rm -rf .venv build dist
