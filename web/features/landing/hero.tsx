import './hero.css';
import { Link } from 'react-router';
import { messages } from '#contract/specification-messages.ts';
import { buttonClass } from '#web/ui/controls/button.tsx';
import candles from '#web/ui/pictures/candles.webp';
import fruit from '#web/ui/pictures/fruit.webp';
import lake from '#web/ui/pictures/lake.webp';

/** The welcome banner (specification, section 2): the words on a plate, prints beside it, on the cloth cover. */
export function Hero({ loggedIn }: { loggedIn: boolean }) {
  return (
    <section className="cloth">
      <div className="hero">
        <div className="plate">
          <h1>{messages.welcome}</h1>
          <p>{messages.welcomeMore}</p>
          <div className="flex flex-wrap items-center gap-5">
            <Link className={buttonClass({ variant: 'primary' })} to="/task">
              Lets start
            </Link>
            {loggedIn ? null : (
              <Link className="link inline-flex min-h-11 items-center" to="/login">
                Log in
              </Link>
            )}
          </div>
        </div>
        <div className="cluster">
          <div className="print mount">
            <img src={lake} alt="A lake at first light" width="600" height="400" fetchPriority="high" />
          </div>
          <div className="print mount">
            <img src={candles} alt="Five candles on a cake" width="240" height="320" fetchPriority="low" />
          </div>
          <div className="print mount">
            <img src={fruit} alt="Oranges and a lime on linen" width="280" height="210" fetchPriority="low" />
          </div>
        </div>
      </div>
    </section>
  );
}
