import { useQueries, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { type Permission, permissions } from '#shared/permissions.ts'
import { query } from '#web/calls/api.ts'
import { getGroup, listGroups } from '../contract.ts'

type Read = ResponseOf<typeof getGroup>
export interface RightsGroup extends Omit<Read, 'permissions'> {
  permissions: readonly Permission[]
}

const isPermission = (name: string): name is Permission => (permissions as readonly string[]).includes(name)
const withNames = ({ permissions: held, ...group }: Read): RightsGroup => ({
  ...group,
  permissions: held.map(({ name }) => name).filter(isPermission),
})

export interface Groups {
  data: RightsGroup[] | undefined
  error: unknown
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Every group with what it permits; undefined until all of them are known. */
export const useGroups = (): Groups => {
  const list = useQuery({ ...query(listGroups, { query: {} }), meta: { live: ['users'] } })
  const read = useQueries({ queries: (list.data ?? []).map(({ id }) => query(getGroup, { params: { group_id: id } })) })
  const known = read.flatMap(({ data }) => (data ? [withNames(data)] : []))
  return {
    data: list.data && known.length === list.data.length ? known : undefined,
    error: list.error ?? read.find(({ error }) => error)?.error ?? null,
    dataUpdatedAt: Math.min(list.dataUpdatedAt, ...read.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => [list, ...read].map(({ refetch }) => refetch()),
  }
}
