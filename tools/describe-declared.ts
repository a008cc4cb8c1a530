import type { AccessLog, Feature } from '../src/features/feature.ts'
import { manifests } from '../src/features/manifests.ts'
import { groupOfRole, roles } from '#shared/permissions.ts'

const features: readonly (readonly [string, Feature])[] = [...manifests]

/** All entries of what the features declare under one key. Throws where two features declare the same. */
const merged = <T>(declared: (feature: Feature) => Readonly<Record<string, T>> | undefined): [string, T][] => {
  const owners = new Map<string, string>()
  return features.flatMap(([name, feature]) =>
    Object.entries(declared(feature) ?? {}).map(([key, value]): [string, T] => {
      if (owners.has(key)) throw new Error(`${key} is declared by ${owners.get(key)} and by ${name}`)
      owners.set(key, name)
      return [key, value]
    }),
  )
}

const areas = merged((feature) => feature.permissions).toSorted(([, a], [, b]) => a.place - b.place)
const permissions = areas.flatMap(([, { rights }]) => Object.entries(rights))
const topics = merged((feature) => feature.topics)

const literal = (text: string) => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
const lines = (items: readonly string[]) => items.map((item) => `  ${item},\n`).join('')
const list = (names: readonly string[]) => `[\n${lines(names.map(literal))}]`
const record = (entries: readonly (readonly [string, string])[]) =>
  `{\n${lines(entries.map(([key, value]) => `${literal(key)}: ${literal(value)}`))}}`

const HEAD = '// Written by `npm run generate` from the manifests of the features, src/features/*/feature.ts. Not edited by hand.\n'

const requireAreas = () => {
  for (const [area, { rights, place }] of areas) {
    const strange = Object.keys(rights).filter((name) => !name.startsWith(`${area}.`))
    if (strange.length > 0) throw new Error(`${strange.join(', ')}: a permission of the area ${area} begins with its name`)
    const beside = areas.find(([other, { place: taken }]) => other !== area && taken === place)
    if (beside) throw new Error(`The areas ${area} and ${beside[0]} have the same place, ${place}`)
  }
}

const permissionsFile = () => {
  requireAreas()
  const granted = (role: (typeof roles)[number]) =>
    permissions.filter(([, declared]) => (declared.roles as readonly string[]).includes(role)).map(([name]) => name)
  const groups = [...roles.filter((role) => role !== 'patient'), 'patient' as const].map(
    (role) => `${literal(groupOfRole[role])}: ${role === 'sysadmin' ? 'permissions' : list(granted(role))}`,
  )
  return `${HEAD}
/** Every permission. */
export const permissions = ${list(permissions.map(([name]) => name))} as const
export type Permission = (typeof permissions)[number]

/** Who has one of these signs documents with name, title and registration number. */
export const signingPermissions: readonly Permission[] = ${list(permissions.filter(([, { signs }]) => signs).map(([name]) => name))}

/** The groups that a new clinic starts with. */
export const seededGroups: Readonly<Record<string, readonly Permission[]>> = {
${lines(groups)}}
`
}

const topicsFile = () => `${HEAD}
import type { Permission } from './permissions.gen.ts'

/** What live news may be about, and who may hear of it. */
export const topics = ${record(topics.map(([name, { access }]) => [name, access]))} as const satisfies Record<string, Permission | 'signed-in' | 'staff' | 'patient'>
export type Topic = keyof typeof topics

/** Topics of what belongs to one patient each. */
export const patientTopics: ReadonlySet<string> = new Set<Topic>(${list(topics.filter(([, { isOfPatient }]) => isOfPatient).map(([name]) => name))})
`

const permissionLabelsFile = () => `${HEAD}
import type { Permission } from './permissions.gen.ts'

/** Every permission with its label, by area. */
export const permissionAreas: readonly { name: string; title: string; labels: Readonly<Partial<Record<Permission, string>>> }[] = [
${lines(
  areas.map(
    ([name, { title, rights }]) =>
      `{ name: ${literal(name)}, title: ${literal(title)}, labels: ${record(Object.entries(rights).map(([right, { label }]) => [right, label]))} }`,
  ),
)}]
`

const staffEntries = (entries: readonly (readonly [string, { staff?: string }])[]) =>
  entries.flatMap(([key, { staff }]): [string, string][] => (staff === undefined ? [] : [[key, staff]]))
const nounsByEntity = ({ nouns }: AccessLog) =>
  Object.fromEntries(nouns.flatMap(({ entities, ...words }) => entities.map((entity) => [entity, words] as const)))

const recordLabelsFile = () => {
  const rows = merged((feature) => feature.patientRows)
  const owned = new Set(features.flatMap(([, { tables }]) => tables?.names ?? []))
  const strange = rows.filter(([table]) => !owned.has(table)).map(([table]) => table)
  if (strange.length > 0) throw new Error(`${strange.join(', ')}: no feature owns this table`)
  return `${HEAD}
/** What the rows of a table are called where two records are merged. */
export const rowLabels: Readonly<Record<string, string>> = ${record(rows.map(([table, { label }]) => [table, label]))}

/** What staff read for an entity of the audit trail. */
export const entityLabels: Readonly<Record<string, string>> = ${record(staffEntries(merged((feature) => feature.accessLog && nounsByEntity(feature.accessLog))))}

/** What staff read for an \`action entity\` that has a sentence of its own. */
export const actionLabels: Readonly<Record<string, string>> = ${record(staffEntries(merged((feature) => feature.accessLog?.sentences)))}
`
}

/** What contracts and browser need of the manifests, by file. */
export const describeDeclared = (): ReadonlyMap<string, string> =>
  new Map([
    ['src/shared/permissions.gen.ts', permissionsFile()],
    ['src/shared/topics.gen.ts', topicsFile()],
    ['src/shared/permission-labels.gen.ts', permissionLabelsFile()],
    ['src/shared/record-labels.gen.ts', recordLabelsFile()],
  ])
