import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { groupOfRole, type Permission, permissions } from '#shared/permissions.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { Rights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { updateGroup } from '../contract.ts'
import { hasPermissionOver } from './reach.ts'
import { rightWord } from './right-labels.ts'
import type { RightsGroup } from './use-groups.ts'

/** Ticks that are not saved yet: group -> right -> wanted. Only what differs from the group is kept. */
type Edits = Readonly<Record<number, Readonly<Partial<Record<Permission, boolean>>>>>

/** What a group would hold after saving. */
export const wantedPermissions = (group: RightsGroup, edits: Edits): Permission[] =>
  permissions.filter((permission) => edits[group.id]?.[permission] ?? group.permissions.includes(permission))

export interface Change {
  group: RightsGroup
  added: Permission[]
  removed: Permission[]
}
export const changesIn = (groups: readonly RightsGroup[], edits: Edits): Change[] =>
  groups.flatMap((group) => {
    const wanted = wantedPermissions(group, edits)
    const added = wanted.filter((permission) => !group.permissions.includes(permission))
    const removed = group.permissions.filter((permission) => !wanted.includes(permission))
    return added.length + removed.length > 0 ? [{ group, added, removed }] : []
  })

/** Why a group cannot be changed by a user who lacks some of its permissions. */
export const noPermissionOverGroup = () => t('You cannot change this group: it has permissions that you do not have.')

/** Why a tick cannot be changed; null when it can. The same rules as the server's. */
export const lockOf = (group: RightsGroup, permission: Permission, { can, allowed }: Rights): string | null => {
  if (!can(updateGroup)) return t('You can view groups, but not change them.')
  if (group.is_seeded && group.name === groupOfRole.sysadmin) return t('System administrators always have all permissions.')
  if (group.is_seeded && group.name === groupOfRole.patient)
    return t('Anyone can register as a patient: this group cannot be given more permissions.')
  if (!hasPermissionOver(group.permissions, allowed)) return noPermissionOverGroup()
  return allowed(permission) ? null : t('You cannot grant a permission that you do not have.')
}

const words = (rights: readonly Permission[]) => rights.map((permission) => t(rightWord(permission))).join('; ')

/** What somebody else did to a group since it was shown here. */
const meanwhile = ({ name, permissions: before }: RightsGroup, body: Record<string, unknown>): string => {
  const current = (body['current'] ?? {}) as { permissions?: { name: Permission }[] }
  const now = (current.permissions ?? []).map((permission) => permission.name)
  const added = now.filter((permission) => !before.includes(permission))
  const removed = before.filter((permission) => !now.includes(permission))
  return [
    t('Another user changed the group {group}. Your changes are shown on top of theirs: check, then save again.', { group: t(name) }),
    added.length > 0 && t('Added: {rights}.', { rights: words(added) }),
    removed.length > 0 && t('Removed: {rights}.', { rights: words(removed) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The ticks of the matrix until they are saved, one group after the other; a group that is refused keeps its ticks and says why. */
export const useMatrix = (groups: readonly RightsGroup[]) => {
  const [edits, setEdits] = useState<Edits>({})
  const [refusals, setRefusals] = useState<string[]>([])
  const changes = changesIn(groups, edits)
  const toggle = (group: RightsGroup, permission: Permission) => {
    const isWanted = !wantedPermissions(group, edits).includes(permission)
    setEdits({ ...edits, [group.id]: { ...edits[group.id], [permission]: isWanted } })
  }
  const saveOne = async ({ group }: Change): Promise<string | null> => {
    const { id, name, version } = group
    try {
      await call(updateGroup, { params: { group_id: id }, body: { name, permissions: wantedPermissions(group, edits), version } })
      setEdits((before) => ({ ...before, [id]: {} }))
      return null
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return meanwhile(group, error.body)
      return `${t(name)}: ${messageOf(error)}`
    }
  }
  const save = useMutation({
    mutationFn: async () => {
      const refused: string[] = []
      for (const change of changes) {
        const why = await saveOne(change)
        if (why !== null) refused.push(why)
      }
      await queryClient.invalidateQueries()
      return refused
    },
    onSuccess: (refused) => {
      setRefusals(refused)
      if (refused.length === 0) toast.done(t('Permissions saved. They apply from each member’s next click.'))
    },
  })
  const discard = () => {
    setEdits({})
    setRefusals([])
  }
  return { edits, changes, toggle, discard, refusals, save: () => save.mutate(), isSaving: save.isPending }
}
export type Matrix = ReturnType<typeof useMatrix>
