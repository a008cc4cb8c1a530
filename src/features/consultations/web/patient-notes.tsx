import { Button, Menu } from '@mantine/core'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages, call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { listConsultations, addProblem, changeProblem, listProblems } from '../contract.ts'
import { SignedNote } from './signed-note.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { date, today } from '#web/text/format.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentLink } from '#web/ui/document-link.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { ProblemForm } from './problem-dialog.tsx'
import { problemStatuses } from '../rules.ts'
import { problemWord } from './note-labels.ts'
import styles from './problems.module.css'

type Problem = ResponseOf<typeof listProblems>[number]
const tones = { active: 'attention', inactive: 'inactive', resolved: 'done' } as const

const ProblemLine = ({ problem, mayChange }: { problem: Problem; mayChange: boolean }) => {
  const { run, isRunning } = useAction()
  const { id, patient, title, code, status, onset_on, resolved_on, note, document, version } = problem
  const become = (next: Problem['status']) =>
    run(
      () =>
        call(changeProblem, {
          params: { id: patient, part: id },
          body: { status: next, resolved_on: next === 'resolved' ? today() : null, version },
        }),
      t('{title}: {state}', { title, state: problemWord(next) }),
    )
  const since = [onset_on && t('since {day}', { day: date(onset_on) }), resolved_on && t('until {day}', { day: date(resolved_on) }), note]
  return (
    <li className="flex items-start gap-4 pad-3-0 divided">
      <div className="grow">
        <div className="break-anywhere">
          {code && <b className="num small t2">{code}</b>} {title} <DocumentLink patient={patient} document={document} />
        </div>
        {since.some(Boolean) && <div className="small t2 num">{since.filter(Boolean).join(' · ')}</div>}
      </div>
      {mayChange ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              loading={isRunning}
              aria-label={t('{title}: {state}', { title, state: problemWord(status) })}
            >
              <Status tone={tones[status]}>{problemWord(status)}</Status>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {problemStatuses
              .filter((next) => next !== status)
              .map((next) => (
                <Menu.Item key={next} onClick={() => become(next)}>
                  {problemWord(next)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Status tone={tones[status]}>{problemWord(status)}</Status>
      )}
    </li>
  )
}

/** What a patient has for longer than a visit: active first, the rest folded away. */
const ProblemList = ({ patientId }: { patientId: number }) => {
  const { can } = useRights()
  const [isAdding, setAdding] = useState(false)
  const [showsPast, setShowsPast] = useState(false)
  const mayChange = can(changeProblem)
  return (
    <section className={`section ${styles.problems}`} aria-label={t('Problem list')}>
      <div className="row">
        <h2 className="grow">{t('Problem list')}</h2>
        {can(addProblem) && !isAdding && (
          <Button size="compact-sm" onClick={() => setAdding(true)}>
            {t('Add problem')}
          </Button>
        )}
      </div>
      {isAdding && <ProblemForm patientId={patientId} close={() => setAdding(false)} />}
      <FourStates
        query={useQuery(query(listProblems, { params: { id: patientId } }))}
        loading={<Loading rows={3} />}
        isEmpty={(all) => all.length === 0}
        empty={<p className="t3">{t('No problems recorded.')}</p>}
      >
        {(all) => {
          const past = all.filter(({ status }) => status !== 'active')
          const shown = showsPast ? all : all.filter(({ status }) => status === 'active')
          return (
            <>
              <ul className="bare-list">
                {shown.map((problem) => (
                  <ProblemLine key={problem.id} problem={problem} mayChange={mayChange} />
                ))}
              </ul>
              {past.length > 0 && (
                <Button size="compact-sm" variant="subtle" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
                  {showsPast
                    ? t('Hide past problems')
                    : t('{count, plural, one {# past problem} other {# past problems}}', { count: past.length })}
                </Button>
              )}
            </>
          )
        }}
      </FourStates>
    </section>
  )
}

/** The problem list of a patient and every note, newest first. */
export const PatientNotes = ({ patient }: { patient: PatientRecord }) => {
  const notes = usePages(pages(listConsultations, { query: { patient_id: patient.id, limit: 20 } }))
  return (
    <div className={`grid items-start gap-6 tablet-one ${styles.notesPage}`}>
      <div className="form-stack">
        <FourStates
          query={notes}
          loading={<Loading rows={6} height={48} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={t('No notes yet')}>{t('Doctors’ notes about this patient appear here.')}</Empty>}
        >
          {(rows) => rows.map((note) => <SignedNote key={note.id} note={note} />)}
        </FourStates>
        {notes.hasMore && (
          <Button loading={notes.isFetchingMore} onClick={notes.fetchMore}>
            {t('Earlier notes')}
          </Button>
        )}
      </div>
      <ProblemList patientId={patient.id} />
    </div>
  )
}
