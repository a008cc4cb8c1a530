import { Button } from '@mantine/core'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { listConsultations } from '../contract.ts'
import { ProblemList } from './problem-list.tsx'
import { SignedNote } from './signed-note.tsx'

/** The problem list of a patient and every note, newest first. */
export const PatientNotes = ({ patient }: { patient: PatientRecord }) => {
  const notes = usePages(pages(listConsultations, { query: { patient_id: patient.id, limit: 20 } }))
  return (
    <div className="notes-page">
      <div className="form-stack">
        <FourStates
          of={notes}
          loading={<Loading rows={6} height={48} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={t('No notes yet')}>{t('What doctors write about this patient appears here.')}</Empty>}
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
