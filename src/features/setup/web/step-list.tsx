import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { Status } from '#web/ui/status.tsx'
import { addStarters, markSetUpStep } from '../contract-room.ts'
import { fileAddress, stepWords, type SentSetUp, type Step, type StepWords } from './room-words.ts'

const StateOf = ({ state }: Pick<Step, 'state'>) => {
  if (state === 'done') return <Status tone="done">{t('Done')}</Status>
  return state === 'skipped' ? <Status tone="inactive">{t('Not needed')}</Status> : <Status tone="waiting">{t('To do')}</Status>
}

type Starter = NonNullable<StepWords['starter']>

/** Adds what most clinics have, and says how much of it was new. */
const useStarters = () => {
  const { run, isRunning } = useDeed()
  const add = (kind: Starter, payers?: string[]) =>
    run(async () => {
      const [first] = await call(addStarters, { body: { kinds: [kind], ...(payers && { payers }) } })
      const added = first?.added ?? 0
      toast.done(added === 0 ? t('All of them are there already') : t('Added: {{n}}', { n: number(added) }))
    })
  return { add, isRunning }
}

/** Which of the country's schemes pays for the clinic's patients: none is added that nobody ticked. */
const PayerChoice = ({ payers }: { payers: readonly string[] }) => {
  const [chosen, setChosen] = useState<string[]>([])
  const { add, isRunning } = useStarters()
  return (
    <Checkbox.Group className="payer-choice" label={t('Who of these pays for your patients?')} value={chosen} onChange={setChosen}>
      <div className="payer-names">
        {payers.map((name) => (
          <Checkbox key={name} value={name} label={name} />
        ))}
      </div>
      <Button disabled={chosen.length === 0} loading={isRunning} onClick={() => add('payers', chosen)}>
        {t('Add the ticked ones')}
      </Button>
    </Checkbox.Group>
  )
}

const StarterButton = ({ kind, title }: { kind: Starter; title: string }) => {
  const { add, isRunning } = useStarters()
  return (
    <Button loading={isRunning} onClick={() => add(kind)} aria-label={t('Add the usual ones: {{what}}', { what: title })}>
      {t('Add the usual ones')}
    </Button>
  )
}

const SkipButton = ({ step: { step, state }, title }: { step: Step; title: string }) => {
  const { run, isRunning } = useDeed()
  const isSkipped = state === 'skipped'
  return (
    <Button
      variant="subtle"
      loading={isRunning}
      onClick={() => run(() => call(markSetUpStep, { params: { step }, body: { is_skipped: !isSkipped } }))}
      aria-label={isSkipped ? t('{{what}} is needed', { what: title }) : t('{{what}} is not needed', { what: title })}
    >
      {isSkipped ? t('Needed after all') : t('Not needed')}
    </Button>
  )
}

const StepRow = ({ step, of }: { step: Step; of: SentSetUp }) => {
  const { allowed } = useRights()
  const { title, text, told, to, access, file, starter } = stepWords[step.step]
  const name = title()
  const offers = !of.demonstration.is_loaded && starter !== undefined
  return (
    <li className="set-up-step" data-state={step.state}>
      <div className="grow">
        <h2>{name}</h2>
        <p className="t2">{text()}</p>
        <p className="row wrap num">
          <StateOf state={step.state} />
          <span className="t3">{told(step)}</span>
        </p>
        {offers && starter === 'payers' && of.payers.length > 0 && <PayerChoice payers={of.payers} />}
      </div>
      <div className="row wrap set-up-deeds">
        {allowed(access) && (
          <Button component={Link} to={to} aria-label={t('Open: {{what}}', { what: name })}>
            {t('Open')}
          </Button>
        )}
        {file !== undefined && allowed('imports.run') && (
          <Button component={Link} to={fileAddress(file)} aria-label={t('By file: {{what}}', { what: name })}>
            {t('By file')}
          </Button>
        )}
        {offers && starter !== 'payers' && <StarterButton kind={starter} title={name} />}
        {step.state !== 'done' && <SkipButton step={step} title={name} />}
      </div>
    </li>
  )
}

/** The steps, each with what is there and the ways to do it. */
export const StepList = ({ of }: { of: SentSetUp }) => (
  <ol className="set-up-steps">
    {of.steps.map((step) => (
      <StepRow key={step.step} step={step} of={of} />
    ))}
  </ol>
)
