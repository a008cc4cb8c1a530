import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { birthOf } from '#web/text/birth.ts'
import { sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listMergeCandidates } from '#features/patients/contract-merge.ts'
import { MergeForm } from './merge-form.tsx'
import { ListedAllergies } from '../listed-allergy-status.tsx'
import { nameOf, PatientName } from '../patient-name.tsx'
import { PatientPicker } from '../patient-picker.tsx'
import { likenessWord } from '../patient-labels.ts'
import { usePatient } from '../use-patient.ts'
import styles from './merge.module.css'

const Candidates = ({ id, choose }: { id: number; choose: (id: number) => void }) => (
  <>
    <PatientPicker label={t('The other record')} onChange={(other) => other !== null && other !== id && choose(other)} />
    <section className="section" aria-label={t('Likely duplicates')}>
      <h2>{t('Likely duplicates')}</h2>
      <FourStates
        query={useQuery(query(listMergeCandidates, { params: { id }, query: {} }))}
        loading={<Loading rows={3} />}
        isEmpty={(found) => found.length === 0}
        empty={<Empty title={t('No likely duplicates of this patient')}>{t('Search for the other record above.')}</Empty>}
      >
        {(found) => (
          <ul className={`lined ${styles.kinds}`}>
            {found.map(({ patient, because }) => (
              <li key={patient.id} className="pad-3-0 row">
                <span className="grow num">
                  <PatientName patient={patient} className="strong" />
                  <br />
                  <span className="small t2">
                    {[sex(patient.gender), birthOf(patient), patient.unique_id, ...because.map(likenessWord)].filter(Boolean).join(' · ')}
                  </span>
                  <br />
                  <ListedAllergies patient={patient.id} />
                </span>
                <Button onClick={() => choose(patient.id)}>{t('Compare')}</Button>
              </li>
            ))}
          </ul>
        )}
      </FourStates>
    </section>
  </>
)

const digits = z.coerce.number<string>().int().min(1)

/** Merges a patient with another record: who it is, what moves, what is decided. */
export const MergePage = () => {
  const id = Number(useParams()['id'])
  const record = usePatient(id)
  const [{ with: other, stays }, setUrl] = useUrlState({ with: digits, stays: digits })
  // The older record stays unless somebody says otherwise: its number is on more papers.
  const into = other === undefined ? 0 : stays === id || stays === other ? stays : Math.min(id, other)
  const from = into === id ? (other ?? 0) : id
  return (
    <Page
      title={t('Merge records')}
      sub={record.data && `${nameOf(record.data)} · ${record.data.unique_id}`}
      actions={
        <>
          {other !== undefined && (
            <Button leftSection={<IconSwitchHorizontal size={16} aria-hidden />} onClick={() => setUrl({ stays: String(from) })}>
              {t('Keep the other')}
            </Button>
          )}
          <Button component={Link} to={`/dashboard/patients/${id}`}>
            {t('Back to the patient')}
          </Button>
        </>
      }
    >
      <div className="form-stack">
        {other === undefined || other === id ? (
          <Candidates id={id} choose={(one) => setUrl({ with: String(one) })} />
        ) : (
          <MergeForm key={`${from} ${into}`} from={from} into={into} />
        )}
      </div>
    </Page>
  )
}
