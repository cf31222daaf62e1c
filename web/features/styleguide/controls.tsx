import { useState } from 'react';
import { errors } from '#contract/errors.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choice } from '#web/ui/controls/choice.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CloseIcon, GridIcon, ListIcon, PlusIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ThemeToggle } from '#web/ui/theme/theme-toggle.tsx';
import { Row, Specimen } from './specimen.tsx';

const variants = ['primary', 'plain', 'quiet'] as const;
const states = ['hover', 'focus', 'active'] as const;

export function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <Row key={variant}>
          <Specimen of={`${variant}, rest`}>
            <Button variant={variant}>
              <PlusIcon />
              New File
            </Button>
          </Specimen>
          {states.map((state) => (
            <Specimen of={state} state={state} key={state}>
              <Button variant={variant}>New File</Button>
            </Specimen>
          ))}
          <Specimen of="busy">
            <Button variant={variant} busy>
              New File
            </Button>
          </Specimen>
          <Specimen of="disabled">
            <Button variant={variant} disabled>
              New File
            </Button>
          </Specimen>
          <Specimen of="compact">
            <Button variant={variant} compact>
              New File
            </Button>
          </Specimen>
          <Specimen of="icon">
            <Button variant={variant} icon aria-label="Close" title="Close">
              <CloseIcon />
            </Button>
          </Specimen>
        </Row>
      ))}
      <Button variant="primary" wide>
        wide
      </Button>
      <Row>
        <ThemeToggle />
      </Row>
    </>
  );
}

export function Fields() {
  const place = 'you@example.org';
  return (
    <Row>
      <Specimen of="rest" className="guide__field">
        <TextField label="Email" placeholder={place} />
      </Specimen>
      <Specimen of="hover" state="hover" className="guide__field">
        <TextField label="Email" placeholder={place} />
      </Specimen>
      <Specimen of="focus" state="focus" className="guide__field">
        <TextField label="Email" placeholder={place} />
      </Specimen>
      <Specimen of="filled, with help" className="guide__field">
        <TextField label="Email" defaultValue={place} help="Where the link goes." />
      </Specimen>
      <Specimen of="error" className="guide__field">
        <TextField label="Confirm password" defaultValue="battery" error="Passwords do not match" />
      </Specimen>
      <Specimen of="password, with advice" className="guide__field">
        <TextField
          label="Password"
          type="password"
          defaultValue="horse"
          advice={errors['password-too-short'].message}
        />
      </Specimen>
      <Specimen of="password" className="guide__field">
        <TextField label="Password" type="password" defaultValue="correct horse" />
      </Specimen>
      <Specimen of="disabled" className="guide__field">
        <TextField label="Email" defaultValue={place} disabled />
      </Specimen>
    </Row>
  );
}

export function Choices() {
  const [value, setValue] = useState('grid');
  const options = [
    { value: 'grid', label: 'Grid', icon: <GridIcon /> },
    { value: 'list', label: 'List', icon: <ListIcon /> },
  ];
  return (
    <Row>
      <Specimen of="rest">
        <Choice label="View" options={options} value={value} onChoose={setValue} />
      </Specimen>
      <Specimen of="hover" state="hover">
        <Choice label="View, hovered" options={options} value={value} onChoose={setValue} />
      </Specimen>
    </Row>
  );
}

export function Dialogs() {
  const [open, setOpen] = useState(false);
  return (
    <Row>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Button data-tooltip="A tip of a name that was cut">With a tip</Button>
      {open ? (
        <Dialog title="Shortcuts" onClose={() => setOpen(false)}>
          <p>Esc, the cross and a click outside close it.</p>
        </Dialog>
      ) : null}
    </Row>
  );
}
