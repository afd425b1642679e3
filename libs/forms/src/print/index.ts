export { Bill } from './bill'
export { OnScreen, Paper, PaperBlocks, PaperHead, Papers } from './paper'
export { usePrintPage } from './use-print-page'
