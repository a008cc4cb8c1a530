import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { loadDemonstration } from '../contract-room.ts'
import type { SentSetUp } from './room-words.ts'

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

type Demonstration = SentSetUp['demonstration']

const problems = {
  interrupted: () => t('It was interrupted: the program was stopped.'),
  refused: () =>
    t(
      'The clinic has patients or bills, items or accounts such as the demonstration brings, or rows of a file are being imported. Nothing was loaded.',
    ),
  failed: () => t('Something went wrong, and nothing was changed. Try again, or ask who looks after the program.'),
}

const Progress = ({ work, done }: Pick<Demonstration, 'work' | 'done'>) => (
  <p className="row wrap" role="status">
    <Status tone="progress">{work === 'loading' ? t('Is being loaded') : t('Is being removed')}</Status>
    {work === 'loading' ? <progress max={100} value={done} aria-label={t('Loaded')} /> : <progress aria-label={t('Is being removed')} />}
    {work === 'loading' && <span className="t3 num">{t('{{percent}} %', { percent: number(done) })}</span>}
  </p>
)

const LoadButton = () => {
  const { run, isRunning } = useDeed()
  return (
    <Button loading={isRunning} onClick={() => run(() => call(loadDemonstration))}>
      {t('Load demonstration data')}
    </Button>
  )
}

const Body = ({ of }: { of: Demonstration }) => {
  const [isOpen, setOpen] = useState(false)
  if (of.work !== null) return <Progress work={of.work} done={of.done} />
  if (of.is_loaded)
    return (
      <>
        <Note tone="attention">
          {t('Demonstration data are there, and nothing is sent to anybody. Remove them before the first patient comes.')}
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
  if (!of.can_load) return <p className="t3">{t('They can be loaded only while the clinic has no patients and no bills.')}</p>
  return (
    <div>
      <LoadButton />
    </div>
  )
}

/** Demonstration data: how they come, how far they are, and how they go again. */
export const DemonstrationPanel = ({ of }: { of: Demonstration }) => (
  <section className="section form-stack" aria-label={t('Demonstration data')}>
    <h2>{t('Demonstration data')}</h2>
    <p className="t2">
      {t(
        'People, patients, bills, stock and results that nobody is, to try every room with. Nobody of them can sign in. They go again with one click, and what you have entered yourself stays.',
      )}
    </p>
    {of.problem !== null && of.work === null && (
      <Note tone="critical" alert>
        {problems[of.problem]()}
      </Note>
    )}
    <Body of={of} />
  </section>
)
