import { Button, Drawer, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { Failed, Loading } from '#web/ui/four-states.tsx'
import { getVisit } from '../contract.ts'
import { isClosed, type Track } from '../rules.ts'
import { MoveList } from './move-dialog.tsx'
import { useNewest, useVisitChanges } from './use-visit-changes.ts'
import { useVisitRights } from './use-visit-rights.ts'
import { VisitForm } from './visit-form.tsx'
import { VisitHead } from './visit-banner.tsx'
import { VisitMoves } from './visit-moves.tsx'
import { visitName, type VisitOnScreen } from './visit-name.tsx'
import './visit.css'

const Actions = ({ visit, onEdit }: { visit: VisitOnScreen; onEdit: () => void }) => {
  const { me, mayAttend, mayChange } = useVisitRights()
  const { attend } = useVisitChanges()
  const isMine = visit.attended_by === me.id
  const mayTake = mayAttend(visit.track)
  const mayEdit = mayChange('reason') || mayChange('priority') || mayChange('doctor')
  const toggle = () => void attend(visit, me, !isMine)
  useKeys([
    ...(mayTake ? [{ keys: 'T', label: t('Take or hand back'), run: toggle, always: true, hidden: true }] : []),
    ...(mayEdit ? [{ keys: 'E', label: t('Change the visit'), run: onEdit, always: true, hidden: true }] : []),
  ])
  const taking = visit.attended_by === null ? t('Take') : t('Take over from {{who}}', { who: visit.attended_by_name })
  return (
    <div className="visit-actions">
      {mayTake && (
        <Button variant={isMine ? 'default' : 'filled'} onClick={toggle} rightSection={<Kbd className="not-phone">T</Kbd>}>
          {isMine ? t('Hand back') : taking}
        </Button>
      )}
      {mayEdit && (
        <Button onClick={onEdit} rightSection={<Kbd className="not-phone">E</Kbd>}>
          {t('Change')}
        </Button>
      )}
      <Button component={Link} to={`/dashboard/patients/${visit.patient}`}>
        {t('Patient page')}
      </Button>
    </div>
  )
}

const Body = ({ visit, onMove }: { visit: VisitOnScreen; onMove: (to: Track) => void }) => {
  const [isEditing, setEditing] = useState(false)
  const { movesOf } = useVisitRights()
  const tracks = movesOf(visit.track)
  const isOpen = !isClosed(visit.track)
  return (
    <div className="visit">
      <VisitHead visit={visit} />
      {isEditing ? (
        <VisitForm visit={visit} onDone={() => setEditing(false)} />
      ) : (
        <>
          {isOpen && <Actions visit={visit} onEdit={() => setEditing(true)} />}
          {tracks.length > 0 && (
            <section aria-label={t('Move to')}>
              <h3>{t('Move to')}</h3>
              <MoveList tracks={tracks} onMove={onMove} />
            </section>
          )}
        </>
      )}
      <VisitMoves visit={visit} />
    </div>
  )
}

interface Props {
  id: number
  /** The visit as the screen underneath shows it; without it the visit is fetched. */
  known?: VisitOnScreen
  onMove: (visit: VisitOnScreen, to: Track) => void
  onClose: () => void
}

/** Everything about one visit over the screen: who, where, since when, and what this person may do. */
export const VisitDialog = ({ id, known, onMove, onClose }: Props) => {
  const asked = useQuery({ ...query(getVisit, { params: { id } }), enabled: known === undefined })
  const visit = useNewest(known ?? asked.data)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      transitionProps={{ duration: 100 }}
      title={<bdi>{visit ? visitName(visit) : t('Visit')}</bdi>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {visit ? (
        <Body key={visit.id} visit={visit} onMove={(to) => onMove(visit, to)} />
      ) : asked.error ? (
        <Failed error={asked.error} retry={() => void asked.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </Drawer>
  )
}
