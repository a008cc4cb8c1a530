import { unitText } from '#features/lab-catalogue/rules.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { choiceFlagWord, forSexWord, kindWord } from '../words.ts'

/** A test for those who may read it and no more. */
export const PanelFacts = ({ panel }: { panel: Panel }) => {
  const facts: [string, string][] = [
    [t('Result'), kindWord(panel.kind)],
    [t('Whom it is for'), panel.for_sex === null ? '' : forSexWord(panel.for_sex)],
    [t('Specimen'), panel.specimen_name],
    [t('Section'), panel.section],
    [t('Unit'), unitText(panel.unit)],
    [t('Choices'), panel.choices.map(({ value, flag }) => `${value} (${choiceFlagWord(flag)})`).join(', ')],
    [t('Formula'), panel.formula ?? ''],
    [t('Method'), panel.method],
    [t('What the test is, in plain words'), panel.explanation],
    [t('For the patient'), panel.is_withheld ? t('Told in person, not shown online') : t('Shown online once it is released')],
    ['LOINC', panel.loinc ?? ''],
    [t('Ready in'), panel.turnaround_minutes === null ? '' : minutes(panel.turnaround_minutes)],
    [t('Charged as'), panel.item_name ?? t('In profiles only')],
  ]
  return (
    <section className="section" aria-label={t('The test')}>
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
