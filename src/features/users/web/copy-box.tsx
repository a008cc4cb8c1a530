import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import styles from './users.module.css'

/** Copies the text of an element; a page without TLS has no clipboard of its own and copies the old way. */
const copyText = async (node: HTMLElement): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(node.textContent).then(
      () => true,
      () => false,
    )
  getSelection()?.selectAllChildren(node)
  return document.execCommand('copy')
}

/** A secret that is shown once, with the button that copies it. */
export const CopyBox = ({ text, isFirst }: { text: string; isFirst?: boolean }) => {
  const box = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(box.current ? await copyText(box.current) : false)
  return (
    <div className={`row sunken outlined round-l pad-5 ${styles.oneTime}`}>
      <code ref={box} className="break-anywhere size-xl grow num">
        {text}
      </code>
      <Button
        data-autofocus={isFirst}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? t('Copied') : t('Copy')}
      </Button>
    </div>
  )
}
