import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query, call } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getSetUp, loadDemonstration, addStarters, markSetUpStep } from '../contract.ts'
import { type SentSetUp, fileAddress, stepWords, type Step, type StepWords } from './progress-labels.ts'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#web/calls/use-action.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import styles from './set-up.module.css'

const StateOf = ({ state }: Pick<Step, 'state'>) => {
  if (state === 'done') return <Status tone="done">{t('Done')}</Status>
  return state === 'skipped' ? <Status tone="inactive">{t('Not needed')}</Status> : <Status tone="waiting">{t('To do')}</Status>
}

type Starter = NonNullable<StepWords['starter']>

/** Adds what most clinics have, and says how much of it was new. */
const useStarters = () => {
  const { run, isRunning } = useAction()
  const add = (kind: Starter, payers?: string[]) =>
    run(async () => {
      const [first] = await call(addStarters, { body: { kinds: [kind], ...(payers && { payers }) } })
      const added = first?.added ?? 0
      toast.done(added === 0 ? t('All added before') : t('Added: {n}', { n: number(added) }))
    })
  return { add, isRunning }
}

/** Which of the country's schemes pays for the clinic's patients: none is added that nobody ticked. */
const PayerChoice = ({ payers }: { payers: readonly string[] }) => {
  const [chosen, setChosen] = useState<string[]>([])
  const { add, isRunning } = useStarters()
  return (
    <Checkbox.Group className="mt-4" label={t('Select the insurers that pay for your patients')} value={chosen} onChange={setChosen}>
      <div className={`grid gap-4-6 ${styles.payerNames}`}>
        {payers.map((name) => (
          <Checkbox key={name} value={name} label={name} />
        ))}
      </div>
      <Button disabled={chosen.length === 0} loading={isRunning} onClick={() => add('payers', chosen)}>
        {t('Add selected')}
      </Button>
    </Checkbox.Group>
  )
}

const StarterButton = ({ kind, title }: { kind: Starter; title: string }) => {
  const { add, isRunning } = useStarters()
  return (
    <Button loading={isRunning} onClick={() => add(kind)} aria-label={t('Add common ones: {what}', { what: title })}>
      {t('Add common ones')}
    </Button>
  )
}

const SkipButton = ({ step: { step, state }, title }: { step: Step; title: string }) => {
  const { run, isRunning } = useAction()
  const isSkipped = state === 'skipped'
  return (
    <Button
      variant="subtle"
      loading={isRunning}
      onClick={() => run(() => call(markSetUpStep, { params: { step }, body: { is_skipped: !isSkipped } }))}
      aria-label={isSkipped ? t('Mark as needed: {what}', { what: title }) : t('{what} is not needed', { what: title })}
    >
      {isSkipped ? t('Mark as needed') : t('Not needed')}
    </Button>
  )
}

const StepRow = ({ step, setUp }: { step: Step; setUp: SentSetUp }) => {
  const { allowed } = useRights()
  const { title, text, progress, to, access, file, starter } = stepWords[step.step]
  const name = title()
  const offers = !setUp.demonstration.is_loaded && starter !== undefined
  return (
    <li className={`flex items-start gap-6 pad-5-6 divided phone-column phone-gap-4 ${styles.setUpStep}`} data-state={step.state}>
      <div className="grow">
        <h2>{name}</h2>
        <p className="t2">{text()}</p>
        <p className="row wrap num">
          <StateOf state={step.state} />
          <span className="t3">{progress(step)}</span>
        </p>
        {offers && starter === 'payers' && setUp.payers.length > 0 && <PayerChoice payers={setUp.payers} />}
      </div>
      <div className={`row wrap justify-end ${styles.setUpActions}`}>
        {allowed(access) && (
          <Button component={Link} to={to} aria-label={t('Open: {what}', { what: name })}>
            {t('Open')}
          </Button>
        )}
        {file !== undefined && allowed('imports.run') && (
          <Button component={Link} to={fileAddress(file)} aria-label={t('Import: {what}', { what: name })}>
            {t('Import')}
          </Button>
        )}
        {offers && starter !== 'payers' && <StarterButton kind={starter} title={name} />}
        {step.state !== 'done' && <SkipButton step={step} title={name} />}
      </div>
    </li>
  )
}

/** The steps, each with what is there and the ways to do it. */
const StepList = ({ setUp }: { setUp: SentSetUp }) => (
  <ol className="panel">
    {setUp.steps.map((step) => (
      <StepRow key={step.step} step={step} setUp={setUp} />
    ))}
  </ol>
)

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

type Demonstration = SentSetUp['demonstration']

const problems = {
  interrupted: () => t('Interrupted: the program was stopped.'),
  refused: () =>
    t(
      'Demonstration data were not loaded: the clinic has patients or bills, items or accounts of the same names, or an import is in progress.',
    ),
  failed: () => t('Something went wrong, and nothing was changed. Try again, or contact your system administrator.'),
}

const Progress = ({ work, done }: Pick<Demonstration, 'work' | 'done'>) => (
  <p className="row wrap" role="status">
    <Status tone="progress">{work === 'loading' ? t('Loading') : t('Removing')}</Status>
    {work === 'loading' ? <progress max={100} value={done} aria-label={t('Loaded')} /> : <progress aria-label={t('Removing')} />}
    {work === 'loading' && <span className="t3 num">{t('{percent} %', { percent: number(done) })}</span>}
  </p>
)

const LoadButton = () => {
  const { run, isRunning } = useAction()
  return (
    <Button loading={isRunning} onClick={() => run(() => call(loadDemonstration))}>
      {t('Load demonstration data')}
    </Button>
  )
}

const Body = ({ demonstration }: { demonstration: Demonstration }) => {
  const [isOpen, setOpen] = useState(false)
  if (demonstration.work !== null) return <Progress work={demonstration.work} done={demonstration.done} />
  if (demonstration.is_loaded)
    return (
      <>
        <Note tone="attention">
          {t('Demonstration data are loaded, and no messages are sent. Remove them before the first patient arrives.')}
        </Note>
        <div>
          <Button onClick={() => setOpen(true)}>{t('Remove demonstration data')}</Button>
        </div>
        {isOpen && (
          <Suspense fallback={null}>
            <RemoveDialog onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    )
  if (!demonstration.can_load) return <p className="t3">{t('Available only while the clinic has no patients and no bills.')}</p>
  return (
    <div>
      <LoadButton />
    </div>
  )
}

/** Demonstration data: how they come, how far they are, and how they go again. */
const DemonstrationPanel = ({ demonstration }: { demonstration: Demonstration }) => (
  <section className="section form-stack" aria-label={t('Demonstration data')}>
    <h2>{t('Demonstration data')}</h2>
    <p className="t2">
      {t(
        'Fictitious users, patients, bills, stock and results, to try every page. None of these users can sign in. You can remove them with one click; your own entries stay.',
      )}
    </p>
    {demonstration.problem !== null && demonstration.work === null && (
      <Note tone="critical" alert>
        {problems[demonstration.problem]()}
      </Note>
    )}
    <Body demonstration={demonstration} />
  </section>
)

const progressOf = ({ steps }: SentSetUp) =>
  t('{done} of {all} done', { done: number(steps.filter(({ state }) => state !== 'open').length), all: number(steps.length) })

/** What a clinic sees to after its first start: every step can wait, be skipped, and is found here again. */
export const SetUpStepPage = () => {
  // Whoever comes back from a room looks for what they have done there.
  const state = useQuery({ ...query(getSetUp), staleTime: 0 })
  return (
    <Page
      title={t('Set-up')}
      sub={state.data ? progressOf(state.data) : '\u00a0'}
      actions={
        <Button component={Link} to="/dashboard/reception-interface" variant="filled">
          {t('Open the live board')}
        </Button>
      }
    >
      <FourStates query={state}>
        {(found) => (
          <div className={`form-stack ${styles.setUpPage}`}>
            <StepList setUp={found} />
            <DemonstrationPanel demonstration={found.demonstration} />
          </div>
        )}
      </FourStates>
    </Page>
  )
}
