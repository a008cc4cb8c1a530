import { ActionIcon, Menu } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { DiagnosisPicker } from '#features/diagnoses/web/diagnosis-picker.tsx'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { certainties } from '../rules.ts'
import type { NoteKeeper, NoteOnScreen } from './note-keeper.ts'
import { certaintyWord } from './note-labels.ts'
import styles from './note.module.css'

type Diagnosis = NoteOnScreen['diagnoses'][number]

interface ChipProps {
  diagnosis: Diagnosis
  keeper: NoteKeeper
  run: (action: () => Promise<unknown>) => void
  onProblem?: (diagnosis: Diagnosis) => void
}

/** One diagnosis of a draft: its menu says how certain it is, which is the main one, and puts it on the problem list. */
const Chip = ({ diagnosis, keeper, run, onProblem }: ChipProps) => {
  const { id, code, title, certainty, is_primary } = diagnosis
  return (
    <li
      className={`inline-row round-m gap-2 outlined-strong max-w-full no-marks ${styles.dxChip}`}
      data-primary={is_primary || undefined}
      data-ruled-out={certainty === 'ruled out' || undefined}
    >
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={`plain wrap items-baseline break-anywhere inline-flex ${styles.dxName}`}>
            {code && <b className="strong t2 num">{code}</b>}
            <span>{title}</span>
            {is_primary && <i>{t('main')}</i>}
            {certainty !== 'confirmed' && <i>{certaintyWord(certainty)}</i>}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {certainties
            .filter((value) => value !== certainty)
            .map((value) => (
              <Menu.Item key={value} onClick={() => run(() => keeper.changeDiagnosis(id, { certainty: value }))}>
                {certaintyWord(value)}
              </Menu.Item>
            ))}
          {!is_primary && (
            <Menu.Item onClick={() => run(() => keeper.changeDiagnosis(id, { is_primary: true }))}>{t('Set as main diagnosis')}</Menu.Item>
          )}
          {onProblem && certainty !== 'ruled out' && <Menu.Item onClick={() => onProblem(diagnosis)}>{t('Add to problem list')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon size={20} aria-label={t('Remove {title}', { title })} onClick={() => run(() => keeper.removeDiagnosis(id))}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface Props {
  diagnoses: readonly Diagnosis[]
  keeper: NoteKeeper
  onProblem?: (diagnosis: Diagnosis) => void
}

/** The diagnoses of a draft, and the box that adds one by plain words or by its code. */
export const DiagnosisChips = ({ diagnoses, keeper, onProblem }: Props) => {
  const { mutate } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onError: (error) => toast.failed(error),
  })
  const add = ({ code, text }: { code: number | null; text: string }) =>
    mutate(() =>
      keeper.addDiagnosis(code === null ? { title: text, certainty: 'confirmed' } : { diagnosis_code: code, certainty: 'confirmed' }),
    )
  return (
    <div className={`flow gap-3 ${styles.dx}`}>
      {diagnoses.length > 0 && (
        <ul className="contents" aria-label={t('Diagnoses')}>
          {diagnoses.map((diagnosis) => (
            <Chip key={diagnosis.id} {...{ diagnosis, keeper, run: mutate, onProblem }} />
          ))}
        </ul>
      )}
      <DiagnosisPicker label={t('Add a diagnosis by name or code')} onChoose={add} />
    </div>
  )
}
