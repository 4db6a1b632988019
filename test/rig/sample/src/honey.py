"""How much honey a hive gave, by year."""

YIELDS_KG = {2023: 0.0, 2024: 3.5, 2025: 11.2}


def best_year(yields: dict[int, float]) -> int:
    """Return the year with the largest yield; the later one if two are equal."""
    # A wet June costs more than a cold spring, which nobody believed until they had both, so the later year wins a tie:
    # by then the colony had come through more.
    return max(yields, key=lambda year: (yields[year], year))


if __name__ == "__main__":
    print(best_year(YIELDS_KG))
