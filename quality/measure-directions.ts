import { writeFileSync } from 'node:fs'
import { measure, PARSERX, parserxGold } from '../src/features/directions/gold/measure.ts'
import { referenceName } from '../src/testing/inputs/folders.ts'

// How well directions are read that other prescribers typed: node quality/measure-directions.ts [--write]. Exits 1 when one is wrong or too few are read.
const AIM = 0.95
const listed = (some: string[]) => (some.length > 0 ? some.map((one) => `- ${one}`) : ['None.'])
const gold = parserxGold()
if (gold) {
  const { stated, found, wrong, omitted, abstained, lines } = measure(gold)
  const share = (name: keyof typeof stated) => found[name] / stated[name]
  const row = (label: string, name: keyof typeof stated) =>
    `| ${label} | ${stated[name]} | ${found[name]} | ${(share(name) * 100).toFixed(1)} % |`
  const isMet = wrong.length === 0 && share('dose') >= AIM && share('frequency') >= AIM
  const report = [
    '# Reading of typed directions',
    '',
    'Made by `node quality/measure-directions.ts --write`; do not edit.',
    '',
    `${lines} directions as typed (the ParseRx sample), against [the gold file](../src/features/directions/gold/README.md) that was written first, from the text alone.`,
    '',
    '| | stated | read | share |',
    '| --- | ---: | ---: | ---: |',
    row('dose', 'dose'),
    row('frequency', 'frequency'),
    row('both', 'both'),
    '',
    `Aim: 95 % and none wrong: ${isMet ? 'met' : '**missed**'}.`,
    '',
    `Wrong: ${wrong.length}.`,
    ...listed(wrong),
    '',
    `Read in part, something left out: ${omitted.length}.`,
    ...listed(omitted),
    '',
    `Nothing claimed: ${abstained.length}, rightly so: ${abstained.filter(({ isRight }) => isRight).length}.`,
    '',
    '| line | rightly | why |',
    '| ---: | --- | --- |',
    ...abstained.map(({ line, why, isRight }) => `| ${line} | ${isRight ? 'yes' : 'no'} | ${why} |`),
    '',
  ].join('\n')
  process.stdout.write(report)
  if (process.argv.includes('--write')) writeFileSync(new URL('../docs/benchmarks-directions.md', import.meta.url), report)
  process.exitCode = isMet ? 0 : 1
} else
  process.stdout.write(
    `SKIPPED: the typed directions are not beside this project (${referenceName(PARSERX)}); DIRECTIONS_TEXTS names another place\n`,
  )
