import './testimonials.css';
import birch from '#web/ui/pictures/birch.webp';
import meadow from '#web/ui/pictures/meadow.webp';
import windowLight from '#web/ui/pictures/window.webp';

/** Three testimonial cards: a picture, a position, and what the product does for them (specification, section 2). */
export function Testimonials() {
  return (
    <section className="band">
      <h2>What people keep here</h2>
      <div className="testimonials">
        <Testimonial
          picture={meadow}
          of="A field of poppies"
          size={[1200, 800]}
          position="A parent"
          text="Nine years of drawings, first words and one tooth in a matchbox. All of it in boxes we can open together on a rainy Sunday."
        />
        <Testimonial
          picture={windowLight}
          of="Window light on a wall with a plant"
          size={[800, 1067]}
          position="A photographer"
          text="My prints stay the shape I made them. Nothing is cropped to fit a square."
        />
        <Testimonial
          picture={birch}
          of="Birches in the snow"
          size={[1200, 800]}
          position="A student"
          text="Lecture notes, field recordings, the thesis and every version before it. I have never had to ask which file is the latest."
        />
      </div>
    </section>
  );
}

type TestimonialProps = { picture: string; of: string; size: [number, number]; position: string; text: string };

function Testimonial({ picture, of, size: [width, height], position, text }: TestimonialProps) {
  return (
    <figure>
      <div className="print mount">
        <img src={picture} alt={of} width={width} height={height} loading="lazy" />
      </div>
      <figcaption>
        <h3>{position}</h3>
        <p>{text}</p>
      </figcaption>
    </figure>
  );
}
