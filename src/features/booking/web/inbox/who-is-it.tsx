import { Button, Checkbox, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { listBookingMatches } from '../inbox-calls.ts'
import { MatchCard } from './match-card.tsx'
import type { Match, Request } from './request-labels.ts'
import { useConvert } from './use-convert.ts'
import styles from './inbox.module.css'

/** From here on the desk is asked before it registers somebody new. */
const LIKELY_FROM = 80

interface Props {
  request: Request
  /** Another dialog is over this one: the keys are its own. */
  isCovered: boolean
}

/** Finds the record that a booking belongs to: those who are likely, anybody else on file, or a new one. */
export const WhoIsIt = ({ request, isCovered }: Props) => {
  const { allowed } = useRights()
  const { may, status } = request
  const mayConfirm = status === 'pending'
  const [isConfirming, setConfirming] = useState(true)
  const [other, setOther] = useState<number | null>(null)
  const mayLook = allowed('patients.view')
  const matches = useQuery({ ...query(listBookingMatches, { params: { id: request.id }, query: {} }), enabled: mayLook })
  const { refusal, isSaving, link, register } = useConvert(request, mayConfirm && isConfirming)
  const found: readonly Match[] = matches.data ?? []
  // Somebody new only once it is known that nobody on file is alike: while they are looked for, nothing is the usual answer.
  const hasNoMatch = !mayLook || (matches.data?.length === 0 && other === null)
  useKeys(
    isCovered
      ? []
      : [
          ...(may.convert
            ? found.map(({ patient }, index) => ({
                keys: String(index + 1),
                label: t('Use this patient'),
                run: () => link(patient.id),
                always: true,
                hidden: index > 0,
              }))
            : []),
          ...(may.register ? [{ keys: 'N', label: t('Register as new'), run: () => register(refusal !== null), always: true }] : []),
        ],
  )
  return (
    <section className={`stack line-top gap-5 ${styles.who}`} aria-label={t('Match to a patient')}>
      <h3>{t('Match to a patient')}</h3>
      {mayLook && (
        <FourStates
          query={matches}
          loading={<Loading rows={4} />}
          isEmpty={(list) => list.length === 0}
          empty={<p className="t2">{t('No similar patient on file')}</p>}
        >
          {(list) => (
            <ol className="stack gap-5">
              {list.map((match, index) => (
                <MatchCard
                  key={match.patient.id}
                  request={request}
                  match={match}
                  digit={index + 1}
                  isLikely={index === 0 && match.score >= LIKELY_FROM && other === null}
                  isSaving={isSaving}
                  onTake={may.convert ? () => link(match.patient.id) : undefined}
                />
              ))}
            </ol>
          )}
        </FourStates>
      )}
      {refusal !== null && (
        <Note tone="attention" alert>
          <b>{refusal}</b> {t('Register anyway if this is a different person.')}
        </Note>
      )}
      {may.convert && mayConfirm && (
        <Checkbox
          label={t('Also confirm the appointment')}
          checked={isConfirming}
          onChange={(event) => setConfirming(event.currentTarget.checked)}
        />
      )}
      {may.convert && (
        <div className="flow gap-4 phone-halves">
          {may.register && (
            <Button
              variant={hasNoMatch ? 'filled' : 'default'}
              loading={isSaving}
              onClick={() => register(refusal !== null)}
              rightSection={<Kbd className="not-phone">N</Kbd>}
            >
              {refusal === null ? t('Register as new') : t('Not the same person, register')}
            </Button>
          )}
          {mayLook && (
            <PatientPicker
              className="grow"
              aria-label={t('Another patient')}
              placeholder={t('Another patient: name, number or phone')}
              value={other}
              onChange={(id) => setOther(id)}
            />
          )}
          {other !== null && (
            <Button variant="filled" loading={isSaving} onClick={() => link(other)}>
              {t('Use this patient')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
