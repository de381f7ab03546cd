// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import java.time.Duration;
import java.util.List;

/**
 * How long and what to measure.
 *
 * @param runs that count, of each contender in each cell
 * @param run length of a run
 * @param warmUp length of the run before, which does not count
 * @param firstWarmUp the same for each process when it has just been started
 * @param cells that are measured
 */
record Length(int runs, Duration run, Duration warmUp, Duration firstWarmUp, List<Cell> cells) {

    static Length of(String name) {
        return switch (name) {
            case "short" ->
                    new Length(
                            1,
                            Duration.ofMillis(700),
                            Duration.ofMillis(300),
                            Duration.ofMillis(500),
                            List.of(new Cell(1, 1, 1, false), new Cell(1, 1, 1, true)));
            case "middle" ->
                    new Length(
                            3,
                            Duration.ofMillis(1200),
                            Duration.ofMillis(400),
                            Duration.ofSeconds(4),
                            Cell.grid());
            case "full" ->
                    new Length(
                            5,
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(5),
                            Cell.grid());
            default -> own(name);
        };
    }

    /** Runs, milliseconds of each, and of the warm-up, with commas between them. */
    private static Length own(String name) {
        String[] numbers = name.split(",", -1);
        if (numbers.length != 3) {
            throw new IllegalArgumentException(
                    name + ": say short, middle, full or three numbers such as 5,1200,400");
        }
        return new Length(
                Integer.parseInt(numbers[0]),
                Duration.ofMillis(Long.parseLong(numbers[1])),
                Duration.ofMillis(Long.parseLong(numbers[2])),
                Duration.ofMillis(Long.parseLong(numbers[2])),
                Cell.grid());
    }

    int mostProcesses() {
        return cells.stream().mapToInt(Cell::processes).max().orElse(0);
    }
}
