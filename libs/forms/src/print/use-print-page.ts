import { useEffect } from 'react'

// Only the papers are printed: whatever neither holds them nor is in them is left out, and what holds them takes no room.
const papersAlone = `@media print {
  body:has([data-papers]) :not(:has([data-papers]), [data-papers], [data-papers] *) { display: none !important }
  body:has([data-papers]), body :has([data-papers]) { display: block !important; min-height: 0 !important; margin: 0 !important; padding: 0 !important }
}`

/** While a component is shown, pages print as A4. @param margin CSS lengths, such as '0' or '14mm 16mm' */
export function usePrintPage(margin: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { size: A4; margin: ${margin} } ${papersAlone}`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [margin])
}
