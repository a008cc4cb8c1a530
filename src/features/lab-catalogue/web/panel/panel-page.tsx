import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { createPanel, getPanel, updatePanel, type Panel } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { kindWord, choiceFlagWord, forSexWord } from '../labels.ts'
import { minutes } from '#web/text/format.ts'
import styles from '../lab-catalogue.module.css'

/** A test for those who may read it and no more. */
const PanelFacts = ({ panel }: { panel: Panel }) => {
  const facts: [string, string][] = [
    [t('Result'), kindWord(panel.kind)],
    [t('Applies to'), panel.for_sex === null ? '' : forSexWord(panel.for_sex)],
    [t('Specimen'), panel.specimen_name],
    [t('Section'), panel.section],
    [t('Unit'), unitText(panel.unit)],
    [t('Choices'), panel.choices.map(({ value, flag }) => `${value} (${choiceFlagWord(flag)})`).join(', ')],
    [t('Formula'), panel.formula ?? ''],
    [t('Method'), panel.method],
    [t('Description in plain words'), panel.explanation],
    [t('For the patient'), panel.is_withheld ? t('Given in person, not shown in the portal') : t('Shown in the portal after release')],
    ['LOINC', panel.loinc ?? ''],
    [t('Turnaround'), panel.turnaround_minutes === null ? '' : minutes(panel.turnaround_minutes)],
    [t('Billed as'), panel.item_name ?? t('In profiles only')],
  ]
  return (
    <section className="section" aria-label={t('Test details')}>
      <dl className="facts num">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

// The boxes weigh more than the ranges, and not everybody may use them.
const PanelForm = lazy(async () => ({ default: (await import('./panel-form.tsx')).PanelForm }))
const RangesPanel = lazy(async () => ({ default: (await import('../ranges/ranges-panel.tsx')).RangesPanel }))
const TryIt = lazy(async () => ({ default: (await import('../ranges/try-it.tsx')).TryIt }))

const back = () => ({ to: '/dashboard/laboratory/catalogue', label: t('Tests and ranges') })

const Card = ({ panel }: { panel: Panel }) => {
  const { can } = useRights()
  return (
    <Suspense fallback={<Loading rows={12} height={28} />}>
      <RangesPanel panel={panel} />
      <div className="doc-body">
        <div className="doc-main">{can(updatePanel) ? <PanelForm key={panel.id} panel={panel} /> : <PanelFacts panel={panel} />}</div>
        <div className={`doc-side sticky ${styles.trySide}`}>
          <TryIt panel={panel} />
        </div>
      </div>
    </Suspense>
  )
}

const NewPanel = () => (
  <div className={`page-body narrow ${styles.page}`}>
    <DocumentHead title={t('New test')} back={back()} sub={t('Add its reference ranges after saving.')} />
    <Suspense fallback={<Loading rows={12} height={28} />}>
      <PanelForm panel={null} />
    </Suspense>
  </div>
)

const KnownPanel = ({ id }: { id: number }) => {
  const asked = useQuery(query(getPanel, { params: { id } }))
  const panel = asked.data
  if (isMissing(asked)) return <NoSuchDocument title={t('Test not found')} {...back()} />
  return (
    <div className={`page-body ${styles.page}`}>
      <DocumentHead
        title={panel?.name ?? '\u00a0'}
        status={panel && !panel.is_active && <Status tone="inactive">{t('Inactive')}</Status>}
        sub={panel && [panel.code, kindWord(panel.kind), unitText(panel.unit), panel.specimen_name].filter(Boolean).join(' · ')}
        back={back()}
      />
      <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
        {(data) => <Card panel={data} />}
      </FourStates>
    </div>
  )
}

/** One test: what its result is, what it is held against, and what would come of a result. */
export const PanelPage = () => {
  const { can } = useRights()
  const isNew = useParams()['id'] === 'new'
  const id = useIdInAddress()
  if (isNew && can(createPanel)) return <NewPanel />
  return id === 0 ? <NoSuchDocument title={t('Test not found')} {...back()} /> : <KnownPanel key={id} id={id} />
}
