import { Button, Kbd, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState, useRef, type KeyboardEvent } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { createGroup } from '../contract.ts'
import { AddGroupDialog } from './group-dialog.tsx'
import { type Matrix, useMatrix, lockOf, wantedPermissions } from './use-matrix.ts'
import { type RightsGroup, useGroups } from './use-groups.ts'
import { Link } from 'react-router'
import type { Permission } from '#shared/permissions.ts'
import { areas, rightWord } from './right-labels.ts'
import styles from './users.module.css'
import { PHONE } from '#web/look/tokens.ts'

interface Props {
  groups: readonly RightsGroup[]
  matrix: Pick<Matrix, 'edits' | 'toggle'>
}

const rows = areas.flatMap((area) => area.permissions)
const MOVES: Record<string, readonly [number, number]> = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }
const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

const GroupHead = ({ group }: { group: RightsGroup }) => (
  <th scope="col">
    <Link to={`/dashboard/administration/groups/${group.id}`} title={t('View as {group}', { group: t(group.name) })}>
      <span className={`nowrap phone-text ${styles.matrixGroup}`}>
        {t(group.name)}
        {!group.is_seeded && <span className="t3"> · {t('own')}</span>}
      </span>
      <span className="num t3" title={t('{count, plural, one {# member} other {# members}}', { count: group.members })}>
        {number(group.members)}
      </span>
    </Link>
  </th>
)

/** Rights down, groups across, a tick where they meet. Tab enters and leaves; arrows move; space ticks. */
const RightsMatrix = ({ groups, matrix: { edits, toggle } }: Props) => {
  const rights = useRights()
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<readonly [number, number]>([0, 0])
  const move = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (!step) return
    event.preventDefault()
    const next = [within(place[0] + step[0], rows.length), within(place[1] + step[1], groups.length)] as const
    setPlace(next)
    table.current?.querySelector<HTMLInputElement>(`[data-place="${next[0]}-${next[1]}"]`)?.focus()
  }
  const cell = (permission: Permission, group: RightsGroup, column: number) => {
    const row = rows.indexOf(permission)
    const lock = lockOf(group, permission, rights)
    const isTicked = wantedPermissions(group, edits).includes(permission)
    const isChanged = isTicked !== group.permissions.includes(permission)
    return (
      <td key={group.id} data-changed={isChanged || undefined} title={lock ?? undefined}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-disabled={lock !== null || undefined}
          aria-label={[`${t(group.name)}: ${t(rightWord(permission))}`, lock].filter(Boolean).join('. ')}
          data-place={`${row}-${column}`}
          tabIndex={place[0] === row && place[1] === column ? 0 : -1}
          onFocus={() => setPlace([row, column])}
          onKeyDown={move}
          onChange={() => lock === null && toggle(group, permission)}
        />
      </td>
    )
  }
  return (
    <div className="panel scroll rows-box" role="region" aria-label={t('Groups and permissions')} tabIndex={-1}>
      <table className={`full-width ${styles.matrix}`} ref={table}>
        <thead>
          <tr>
            <th scope="col" className={styles.matrixCorner}>
              {t('Permission')}
            </th>
            {groups.map((group) => (
              <GroupHead key={group.id} group={group} />
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area.name}>
            <tr className={styles.rightsArea}>
              <th scope="rowgroup" className={styles.matrixName}>
                {t(area.title)}
              </th>
              <td colSpan={groups.length} />
            </tr>
            {area.permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row" className={styles.matrixName} title={permission}>
                  {t(rightWord(permission))}
                </th>
                {groups.map((group, column) => cell(permission, group, column))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const SaveBar = ({ matrix }: { matrix: Matrix }) => {
  const { changes, save, discard, isSaving } = matrix
  useKeys([{ keys: 'Mod+S', label: t('Save permissions'), run: save, always: true }])
  const text = changes
    .map(({ group, added, removed }) =>
      [t(group.name), added.length > 0 && `+${number(added.length)}`, removed.length > 0 && `−${number(removed.length)}`]
        .filter(Boolean)
        .join(' '),
    )
    .join(' · ')
  return (
    <div className={`in-row wrap round-l gap-4 pad-5-6 sticky-end ${styles.saveBar}`} role="region" aria-label={t('Unsaved changes')}>
      <span className="grow num">
        <b>{t('Not saved yet')}</b> <span className="t2">{text}</span>
      </span>
      <Button onClick={discard} disabled={isSaving}>
        {t('Discard')}
      </Button>
      <Button variant="filled" onClick={save} loading={isSaving} rightSection={<Kbd className="not-phone">{keyLabel('Mod+S')}</Kbd>}>
        {t('Save permissions')}
      </Button>
    </div>
  )
}

/** The browser asks before it leaves ticks that are not saved. */
const useLeaveWarning = (isDirty: boolean) => {
  // Leaving is the browser's business, outside React.
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

const Loaded = ({ groups }: { groups: RightsGroup[] }) => {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [only, setOnly] = useState(String(groups[0]?.id))
  const matrix = useMatrix(groups)
  useLeaveWarning(matrix.changes.length > 0)
  const shown = isPhone ? groups.filter(({ id }) => String(id) === only) : groups
  return (
    <>
      {matrix.refusals.length > 0 && (
        <Note tone="attention" alert>
          {matrix.refusals.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Note>
      )}
      {isPhone && (
        <Select
          label={t('Group')}
          allowDeselect={false}
          data={groups.map(({ id, name }) => ({ value: String(id), label: t(name) }))}
          value={only}
          onChange={(id) => id && setOnly(id)}
        />
      )}
      <RightsMatrix groups={shown} matrix={matrix} />
      {matrix.changes.length > 0 && <SaveBar matrix={matrix} />}
    </>
  )
}

/** What each group may do: ticked, looked at, saved together. */
export const GroupsPage = () => {
  const { can } = useRights()
  const groups = useGroups()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = can(createGroup)
  return (
    <Page
      title={t('Groups and permissions')}
      sub={t('Users have the permissions of all their groups. Choose a group to see Kliniki as its members do.')}
      actions={mayAdd && <AddButton label={t('Add group')} onClick={() => setAdding(true)} quiet />}
    >
      <FourStates query={groups}>{(data) => <Loaded groups={data} />}</FourStates>
      {isAdding && <AddGroupDialog groups={groups.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}
