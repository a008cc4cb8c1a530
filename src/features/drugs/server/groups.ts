import { groups } from '../knowledge/substances.ts'
import { substances } from './substances.ts'

/** The names of a list, in its order. */
export const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const membersOf = ({ atc: prefixes, names }: { atc: readonly string[]; names: readonly string[] }) => {
  const members = new Set([
    ...substances.filter((one) => one.atc.some((code) => prefixes.some((prefix) => code.startsWith(prefix)))).map(({ name }) => name),
    ...names.filter((name) => !name.startsWith('-')),
  ])
  for (const name of names) if (name.startsWith('-')) members.delete(name.slice(1))
  return members
}

const sets = new Map([...groups].map(([name, group]) => [name, membersOf(group)]))

export const isIn = (group: string, substance: string) => sets.get(group)?.has(substance) ?? false

/** The substances of a list such as `@statins, colchicine, -rosuvastatin`; throws a RangeError on an unknown group. */
export const expanded = (list: string): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const part of listed(list)) {
    if (part.startsWith('@')) {
      const name = part.slice(1)
      const members = sets.get(name)
      if (!members) throw new RangeError(`Unknown group: ${name}`)
      for (const member of members) all.add(member)
    } else if (part.startsWith('-')) all.delete(part.slice(1))
    else all.add(part)
  }
  return all
}
