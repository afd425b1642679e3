import { expect, type Locator, type Page } from '@playwright/test'
import { chosenFile } from './picture-files'
import { open } from '../../e2e/steps'

/** The dialog of the form. */
const form = (page: Page) => page.getByRole('dialog', { name: /Product/ })
/** Waits for a text. */
export const announced = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()
const pictures = (page: Page) => page.getByRole('list', { name: 'Product Image, in the order shown' })
/** Chooses so many pictures in the form. */
export const choosePictures = async (page: Page, count: number) =>
  page
    .getByLabel('Product Image', { exact: true })
    .setInputFiles(
      await Promise.all(
        Array.from({ length: count }, (_, place) =>
          chosenFile(`${String(place)}.jpg`, { width: 700, height: 900 }),
        ),
      ),
    )

/** Opens the form of a new product with its name. */
export async function add(page: Page, name: string): Promise<Locator> {
  await open(page, '/admin/products?product=new')
  await page.getByLabel('Product Name').fill(name)
  return form(page)
}

/** Opens the form of the product of a category by the list. */
export async function edit(page: Page, category: string): Promise<Locator> {
  await openFirst(page, category)
  await expect(page.getByLabel('Product Name')).toHaveValue('Piece 001')
  return form(page)
}

/** The same for whoever may only read it. */
export async function openFirst(page: Page, category: string): Promise<Locator> {
  await open(page, '/admin/products')
  await page.getByRole('combobox', { name: 'Category' }).first().selectOption({ label: category })
  await page.getByRole('link', { name: 'Piece 001', exact: true }).click()
  return form(page)
}

/** Saves the changes of a product. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
/** Waits until the form has so many pictures. */
export const hasPictures = async (page: Page, count: number) =>
  expect(pictures(page).getByRole('listitem')).toHaveCount(count)
