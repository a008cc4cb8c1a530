import { featureRoutes } from '../../src/app.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { seededGroups } from '#shared/permissions.ts'

const groups = Object.keys(seededGroups)

/** What a group may do with a call: all of it, `own` for what patients do about themselves, or nothing. */
const cellOf = ({ access }: Endpoint, group: string) => {
  if (access === 'public') return '●'
  if (access === 'signed-in') return group === 'Patient' ? 'own' : '●'
  if (access === 'patient') return group === 'Patient' ? 'own' : ''
  return (seededGroups[group] as readonly string[]).includes(access) ? '●' : ''
}

const rowOf = (endpoint: Endpoint) =>
  `| \`${endpoint.method} ${endpoint.path}\` | ${endpoint.access} | ${groups.map((group) => cellOf(endpoint, group)).join(' | ')} |`

/** docs/permissions.md: every call of the contract and every group of a new clinic. */
export const permissionsPage = () => {
  const endpoints = featureRoutes({} as never).map(({ endpoint }) => endpoint)
  const rows = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
  return [
    '# Who may call what',
    '',
    `Made from the contract: ${rows.length} calls and the ${groups.length} groups of a new clinic, as which every call is asked by \`src/acceptance/matrix.test.ts\`. A clinic`,
    'may change its groups; a person has the rights of all of theirs. **●** may call it, **own** about themselves alone: whose row it is decides',
    'there, and `src/acceptance/foreign-rows.test.ts` asks for those of others. An empty cell is a 403. `public` needs no session, `signed-in` any.',
    '',
    `| call | permission | ${groups.join(' | ')} |`,
    `|---|---|${groups.map(() => ':-:').join('|')}|`,
    ...rows.map(rowOf),
    '',
  ].join('\n')
}
