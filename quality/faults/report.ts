import type { RunningDay } from '../bench/day/people/day.ts'
import type { BackupResult } from './backup.ts'
import type { Checked } from './checks/check.ts'
import type { Round } from './rounds.ts'

/** Rounds that never came back have findings, and no seconds. */
const sortedSeconds = (all: readonly number[]) => all.filter(Number.isFinite).toSorted((a, b) => a - b)
const secondsAt = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? 'none'

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(all[0]!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...all.slice(1).map(line)]
}

const kindsOf = (rounds: readonly Round[]) =>
  [...Map.groupBy(rounds, ({ strike }) => strike)].map(([strike, played]) => {
    const seconds = sortedSeconds(played.map((round) => round.seconds))
    const watched = played.flatMap(({ screens }) => screens ?? [])
    const screens = sortedSeconds(watched.map((shown) => shown.seconds))
    const found = played.reduce((sum, { findings }) => sum + findings.length, 0)
    return [
      strike,
      played.length,
      secondsAt(seconds, 0.5),
      secondsAt(seconds, 1),
      watched.length,
      screens.length > 0 ? secondsAt(screens, 1) : '',
      found,
    ]
  })

const thousands = (count: number) => count.toLocaleString('en-GB')

const countsOf = ({ counts }: Checked) =>
  Object.entries(counts)
    .map(([what, count]) => `${thousands(count)} ${what}`)
    .join(', ')

export interface Outcome {
  rounds: readonly Round[]
  /** Kinds of strikes that were not played. */
  missing: readonly string[]
  /** The looks at the end, with nobody at work. */
  last: readonly Checked[]
  findings: readonly string[]
  day: RunningDay
  /** Null where none was taken. */
  backup: BackupResult | null
  cuts: number
  starts: number
}

const countIn = (last: readonly Checked[], beginning: string) =>
  last.flatMap(({ broken }) => broken).reduce((sum, { name, count }) => (name.startsWith(beginning) ? sum + count : sum), 0)

/** What the run came to, as tables for people. */
export const reportOf = ({ rounds, missing, last, findings, day, backup, cuts, starts }: Outcome): string[] => {
  const { entries } = day.journal
  const seconds = sortedSeconds(rounds.map((round) => round.seconds))
  const { visits, errors } = day.meter.figures(day.seconds())
  const screens = rounds.flatMap((round) => round.screens ?? [])
  return [
    ...table(['Strike', 'Rounds', 'Back after, p50 s', 'max s', 'Screens watched', 'live again, max s', 'Findings'], kindsOf(rounds)),
    '',
    ...table(
      ['Of all rounds', ''],
      [
        ['rounds', rounds.length],
        ['seconds until the first good answer, p50 and max', `${secondsAt(seconds, 0.5)} and ${secondsAt(seconds, 1)}`],
        ['times the program was started', starts],
        ['lines cut', thousands(cuts)],
        ['visits from the door to the receipt', thousands(visits)],
        ['writes acknowledged', thousands(entries.length)],
        ['of these sent more than once', thousands(entries.filter(({ isRepeated }) => isRepeated).length)],
        ['missing', countIn(last, 'missing')],
        ['doubled', countIn(last, 'nobody was told of') + countIn(last, 'told twice')],
        ['requests that went wrong', errors],
        ['rounds with screens', screens.length],
        ['columns of the board too long to compare', screens.reduce((sum, { skipped }) => sum + skipped.length, 0)],
        ['kinds of strikes not played', missing.join(', ') || 'none'],
        ...(backup
          ? [
              [
                'writes before the end of a backup, while it was made, missing in it',
                `${thousands(backup.due)}, ${thousands(backup.meanwhile)}, ${backup.findings.length}`,
              ],
            ]
          : []),
        ['findings', findings.length],
      ],
    ),
    '',
    ...table(
      ['Looked at in the end', 'Rows', 'Wrong'],
      last.map((checked) => [checked.name, countsOf(checked), checked.broken.reduce((sum, { count }) => sum + count, 0)]),
    ),
  ]
}
