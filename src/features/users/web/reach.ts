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

/** True when the person has no right that the one who asks lacks: only then may their account be touched. */
export const isWithinReach = (theirs: readonly string[], mine: (permission: Permission) => boolean) =>
  theirs.every((right) => mine(right as Permission))

/** The groups after another role was chosen: the new role's group in place of the old one's. */
export const groupsForRole = (groups: readonly RightsGroup[], chosen: readonly string[], from: Role | '', to: Role): string[] => {
  const old = from === '' ? undefined : groupNamed(groups, from)
  const next = groupNamed(groups, to)
  return [...new Set([...chosen.filter((id) => id !== String(old?.id)), ...(next ? [String(next.id)] : [])])]
}
