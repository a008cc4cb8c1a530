import { groups, type GroupName } from '../knowledge/groups.ts'
import { substances } from './substances.ts'

/** The names of a list, in its order. */
export const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const membersOf = ({ atc, names }: { atc: string; names: string }) => {
  const prefixes = atc.split(' ').filter((one) => one !== '')
  const members = new Set([
    ...substances.filter((one) => one.atc.some((code) => prefixes.some((prefix) => code.startsWith(prefix)))).map(({ name }) => name),
    ...listed(names).filter((name) => !name.startsWith('-')),
  ])
  for (const name of listed(names)) if (name.startsWith('-')) members.delete(name.slice(1))
  return members
}

const sets = new Map(Object.entries(groups).map(([name, group]) => [name, membersOf(group)]))

export const isIn = (group: GroupName, substance: string) => sets.get(group)?.has(substance) ?? false

const isGroup = (name: string): name is GroupName => name in groups

/** The substances of a list such as `@statins, colchicine, -rosuvastatin`; throws a RangeError on an unknown group. */
export const expanded = (list: string): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const part of listed(list)) {
    if (part.startsWith('@')) {
      const name = part.slice(1)
      if (!isGroup(name)) throw new RangeError(`No such group: ${name}`)
      for (const member of sets.get(name) ?? []) all.add(member)
    } else if (part.startsWith('-')) all.delete(part.slice(1))
    else all.add(part)
  }
  return all
}
