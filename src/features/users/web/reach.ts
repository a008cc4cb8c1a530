import { groupOfRole, type Permission, type Role } from '#shared/permissions.ts'
import type { RightsGroup } from './use-groups.ts'

/** Who changes an account: what they may do themselves, and what the account may do already. */
export interface Reach {
  /** Rights of the one who asks. */
  mine: (permission: Permission) => boolean
  /** Rights that the person has now; none for a new one. */
  theirs: readonly string[]
  isNew: boolean
}

const addedBy = (group: RightsGroup | undefined, theirs: readonly string[]) =>
  (group?.permissions ?? []).filter((right) => !theirs.includes(right))

/** True when the server would let this person into the group: nobody gives rights that they do not have, or moves people without groups.change. */
export const mayGive = (group: RightsGroup | undefined, { mine, theirs, isNew }: Reach): boolean => {
  const added = addedBy(group, theirs)
  return added.every(mine) && (isNew || added.length === 0 || mine('groups.change'))
}

export const groupNamed = (groups: readonly RightsGroup[], role: Role) => groups.find(({ name }) => name === groupOfRole[role])

/** Whether this group may be chosen for the account: beyond the group of the role it needs the permission to change groups as well. */
export const mayJoin = (group: RightsGroup, reach: Reach, role: Role | ''): boolean =>
  mayGive(group, reach) && ((role !== '' && group.name === groupOfRole[role]) || reach.mine('groups.change'))

/** What an account may do or print in the name of: what its own permissions and the group of its role give. */
export const permissionsOfAccount = (groups: readonly RightsGroup[], { role }: { role: Role }, theirs: readonly string[]) => [
  ...theirs,
  ...(groupNamed(groups, role)?.permissions ?? []),
]

/** Permission over an account or a group, as the server has it: one holds every permission that it holds. */
export const hasPermissionOver = (theirs: readonly string[], mine: (permission: Permission) => boolean) =>
  theirs.every((right) => mine(right as Permission))

/** The groups after another role was chosen: the new role's group in place of the old one's. */
export const groupsForRole = (groups: readonly RightsGroup[], chosen: readonly string[], from: Role | '', to: Role): string[] => {
  const old = from === '' ? undefined : groupNamed(groups, from)
  const next = groupNamed(groups, to)
  return [...new Set([...chosen.filter((id) => id !== String(old?.id)), ...(next ? [String(next.id)] : [])])]
}
