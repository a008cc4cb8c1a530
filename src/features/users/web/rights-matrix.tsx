import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { Permission } from '#shared/permissions.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { areas, rightWord } from './right-words.ts'
import { lockOf, type Matrix, wantedOf } from './use-matrix.ts'
import type { RightsGroup } from './use-groups.ts'

interface Props {
  groups: readonly RightsGroup[]
  matrix: Pick<Matrix, 'edits' | 'toggle'>
}

const rows = areas.flatMap((area) => area.permissions)
const MOVES: Record<string, readonly [number, number]> = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }
const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

const GroupHead = ({ group }: { group: RightsGroup }) => (
  <th scope="col">
    <Link to={`/dashboard/administration/groups/${group.id}`} title={t('View as {{group}}', { group: t(group.name) })}>
      <span className="matrix-group">
        {t(group.name)}
        {!group.is_seeded && <span className="t3"> · {t('own')}</span>}
      </span>
      <span className="num t3" title={t('{{count}} members', { count: group.members })}>
        {number(group.members)}
      </span>
    </Link>
  </th>
)

/** Rights down, groups across, a tick where they meet. Tab enters and leaves; arrows move; space ticks. */
export const RightsMatrix = ({ groups, matrix: { edits, toggle } }: Props) => {
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
    const isTicked = wantedOf(group, edits).includes(permission)
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
    <div className="matrix-box" role="region" aria-label={t('Groups and permissions')} tabIndex={-1}>
      <table className="matrix" ref={table}>
        <thead>
          <tr>
            <th scope="col" className="matrix-corner">
              {t('Who may')}
            </th>
            {groups.map((group) => (
              <GroupHead key={group.id} group={group} />
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area.name}>
            <tr className="rights-area">
              <th scope="rowgroup" className="matrix-name">
                {t(area.title)}
              </th>
              <td colSpan={groups.length} />
            </tr>
            {area.permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row" className="matrix-name" title={permission}>
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
