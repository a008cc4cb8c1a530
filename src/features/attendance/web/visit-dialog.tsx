import { Button, Drawer, Kbd, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { Failed, Loading, FourStates } from '#web/ui/four-states.tsx'
import { getVisit, moveVisit, priorities, listMoves } from '../contract.ts'
import { isClosed, type Track } from '../rules.ts'
import { MoveList } from './move-dialog.tsx'
import { useNewest, useVisitChanges } from './use-visit-changes.ts'
import { useVisitRights } from './use-visit-rights.ts'
import { VisitHead } from './visit-banner.tsx'
import { visitName, type VisitOnScreen, priorityWord, outcomeText, timeOrDay, trackWord } from './visit-name.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { DoctorField } from './doctor-field.tsx'
import { dateTime, minutes } from '#web/text/format.ts'
import styles from './visit.module.css'

const MINUTE = 60_000

/** The way of a visit through the house: when it came to each place, who sent it there, how long it stayed. Newest first. */
const VisitMoves = ({ visit }: { visit: VisitOnScreen }) => {
  const moves = useQuery(query(listMoves, { params: { id: visit.id } }))
  return (
    <section aria-label={t('Visit history')}>
      <h3 className="mb-4">{t('Visit history')}</h3>
      <FourStates query={moves} loading={<Loading rows={3} />}>
        {(list) => {
          const undone = new Set(list.flatMap(({ undoes }) => undoes ?? []))
          return (
            <ol className={`lined ${styles.visitMoves}`}>
              {list.toReversed().map((move, at, newestFirst) => {
                const next = newestFirst[at - 1]
                const stayed = next && Math.max(0, Math.floor((Date.parse(next.moved_at) - Date.parse(move.moved_at)) / MINUTE))
                const where = move.undoes === null ? trackWord(move.to_track) : t('Back to {track}', { track: trackWord(move.to_track) })
                return (
                  <li className="grid items-baseline gap-4 pad-3-0" key={move.id}>
                    <span className="num t3" title={dateTime(move.moved_at)}>
                      {timeOrDay(move.moved_at)}
                    </span>
                    <span>
                      {undone.has(move.id) ? <s>{where}</s> : where}
                      <span className="small t3"> {move.moved_by_name ?? (move.cause === 'end of day' && t('Nightly job'))}</span>
                      {move.recorded_at && (
                        <span className="small t2">
                          {' '}
                          {[move.outcome && outcomeText(move.outcome), t('recorded {when}', { when: dateTime(move.recorded_at) })]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      )}
                      {move.emergency_reason && (
                        <span className="small">
                          {' '}
                          {t('Emergency')}: {move.emergency_reason}
                        </span>
                      )}
                    </span>
                    <span className="num small t3">{stayed === undefined ? '' : minutes(stayed)}</span>
                  </li>
                )
              })}
            </ol>
          )
        }}
      </FourStates>
    </section>
  )
}

/** Changes why somebody is here, how urgent it is, and whose patient it is. Sends only what was changed. */
const VisitForm = ({ visit, onDone }: { visit: VisitOnScreen; onDone: () => void }) => {
  const { mayChange } = useVisitRights()
  const endpointForm = useEndpointForm(moveVisit, {
    initialValues: { reason: visit.reason, priority: visit.priority, doctor: visit.doctor === null ? '' : String(visit.doctor) },
    params: { id: visit.id },
    version: visit.version,
    draftKey: `visit-change-${visit.id}`,
    toBody: ({ reason, priority, doctor }) => ({
      ...(reason !== visit.reason && { reason }),
      ...(priority !== visit.priority && { priority }),
      ...(Number(doctor || 0) !== (visit.doctor ?? 0) && { doctor: doctor === '' ? null : Number(doctor) }),
    }),
    onSaved: () => {
      toast.done(t('Saved'))
      onDone()
    },
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm
      form={endpointForm}
      save={t('Save')}
      onCancel={onDone}
      labels={{ reason: t('Reason'), priority: t('Priority'), doctor: t('Doctor') }}
    >
      {mayChange('reason') && (
        <Textarea label={t('Reason')} required autosize minRows={1} maxLength={200} data-autofocus {...getInputProps('reason')} />
      )}
      {mayChange('priority') && (
        <ChoiceField
          label={t('Priority')}
          data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
          {...getInputProps('priority')}
        />
      )}
      {mayChange('doctor') && <DoctorField {...getInputProps('doctor')} />}
    </EndpointForm>
  )
}

const Actions = ({ visit, onEdit }: { visit: VisitOnScreen; onEdit: () => void }) => {
  const { me, mayAttend, mayChange } = useVisitRights()
  const { attend } = useVisitChanges()
  const isMine = visit.attended_by === me.id
  const mayTake = mayAttend(visit.track)
  const mayEdit = mayChange('reason') || mayChange('priority') || mayChange('doctor')
  const toggle = () => void attend(visit, me, !isMine)
  useKeys([
    ...(mayTake ? [{ keys: 'T', label: t('Take or release'), run: toggle, always: true, hidden: true }] : []),
    ...(mayEdit ? [{ keys: 'E', label: t('Edit visit'), run: onEdit, always: true, hidden: true }] : []),
  ])
  const taking = visit.attended_by === null ? t('Assign to me') : t('Take over from {who}', { who: visit.attended_by_name })
  return (
    <div className="flow gap-4 phone-halves">
      {mayTake && (
        <Button variant={isMine ? 'default' : 'filled'} onClick={toggle} rightSection={<Kbd className="not-phone">T</Kbd>}>
          {isMine ? t('Release') : taking}
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
    <div className="stack gap-6">
      <VisitHead visit={visit} />
      {isEditing ? (
        <VisitForm visit={visit} onDone={() => setEditing(false)} />
      ) : (
        <>
          {isOpen && <Actions visit={visit} onEdit={() => setEditing(true)} />}
          {tracks.length > 0 && (
            <section aria-label={t('Move to')}>
              <h3 className="mb-4">{t('Move to')}</h3>
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
