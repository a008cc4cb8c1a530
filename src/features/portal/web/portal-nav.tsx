import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { edgeRooms, more, roomAt, rooms, type Room } from './rooms.ts'

/** How much of a room is new, by its address. */
export type Marks = Readonly<Record<string, number>>

const RoomLink = ({ of: { to, label, icon: Sign }, isHere, mark = 0 }: { of: Room; isHere: boolean; mark?: number | undefined }) => (
  <Link className="portal-link" to={to} aria-current={isHere ? 'page' : undefined}>
    <span className="portal-sign">
      <Sign size={22} stroke={1.5} aria-hidden />
      {mark > 0 && (
        <b className="portal-mark num" aria-hidden>
          {mark}
        </b>
      )}
    </span>
    <span className="clip">{t(label)}</span>
    {mark > 0 && <span className="portal-unseen">{t('{{count}} new', { count: mark })}</span>}
  </Link>
)

/** The rooms at the left of a wide screen. */
export const SideNav = ({ marks }: { marks: Marks }) => {
  const here = roomAt(useLocation().pathname)
  return (
    <nav className="portal-side" aria-label={t('Main menu')}>
      {rooms.map((room) => (
        <RoomLink key={room.to} of={room} isHere={room === here} mark={marks[room.to]} />
      ))}
    </nav>
  )
}

/** The rooms that are wanted most, under the thumb; all others are behind the last of them. */
export const EdgeNav = ({ marks }: { marks: Marks }) => {
  const here = roomAt(useLocation().pathname)
  const isElsewhere = here !== undefined && !edgeRooms.includes(here)
  return (
    <nav className="portal-edge" aria-label={t('Main menu')}>
      {edgeRooms.map((room) => (
        <RoomLink key={room.to} of={room} isHere={room === here} mark={marks[room.to]} />
      ))}
      <RoomLink of={more} isHere={isElsewhere} />
    </nav>
  )
}
