import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { quantityWords } from '#features/directions/web/quantity-name.tsx'
import type { BasketLine } from './basket.ts'
import { LinePrice } from './line-editor.tsx'
import { LineWarnings } from './warnings-panel.tsx'
import { uncountedWords } from '../rules.ts'
import { readLine } from './read-line.ts'
import type { CheckedLine } from './prescription-types.ts'
import styles from './tray.module.css'

interface Props {
  line: BasketLine
  check: CheckedLine | undefined
  /** The check is about what stands there now. */
  isCurrent: boolean
  replaces: boolean
  onOpen: () => void
  onRemove: () => void
}

/** A line that is written and not sent yet, folded: click or Enter opens it. */
export const FoldedLine = ({ line, check, isCurrent, replaces, onOpen, onRemove }: Props) => {
  const reading = readLine(line, isCurrent ? check?.structure : null)
  const quantity = line.quantity.trim() || (isCurrent && check ? check.quantity : reading.quantity)
  return (
    <li className={`pad-4-0 divided ${styles.line}`}>
      <div className={`flex justify-between ${styles.lineHead}`}>
        <button
          type="button"
          className={`plain strong break-anywhere text-start ${styles.name} ${styles.fold}`}
          aria-expanded={false}
          onClick={onOpen}
        >
          {line.name}
        </button>
        <span className="row">
          <Status tone="inactive">{replaces ? t('Replacement, not sent') : t('Not sent')}</Status>
          <ActionIcon size={24} variant="subtle" aria-label={t('Remove {item}', { item: line.name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <div className={`flex justify-between ${styles.lineHead} small t2`}>
        <span className={`break-anywhere ${styles.words}`}>
          {[reading.sentence || line.directions, line.note, quantity && quantityWords(quantity, line.unit)].filter(Boolean).join(' · ')}
        </span>
        <LinePrice line={check} />
      </div>
      {!quantity && isCurrent && <Status tone="attention">{t(uncountedWords[check?.missing ?? 'unread'])}</Status>}
      <LineWarnings warnings={check?.warnings ?? []} />
    </li>
  )
}
